//! Attributes: the rows of the table.
//!
//! What the type checker does about an attribute hangs on its [`Meaning`], which comes out of this table alone: an attribute without a row means
//! nothing to it, and is not supported.

use super::{Row, Support};

rows_with_meanings! {
    honoured {
        Alias = "alias", "another name for the same function or variable";
        Aligned = "aligned", "exactly, on types, variables and members";
        Cleanup = "cleanup", "called whenever the block of the variable is left";
        Constructor = "constructor", "runs before `main`, by priority";
        Destructor = "destructor", "runs after `main`, by priority";
        GnuInline = "gnu_inline", "gives way to another definition";
        Mode = "mode", "modes of integers and floats; others are not supported";
        Nonnull = "nonnull", "it is an error to hand over the null pointer; not looked at on types of functions";
        Noreturn = "noreturn", "it is an error to return";
        Optimize = "optimize", "levels of optimisation change nothing; other options are not supported";
        Packed = "packed", "exactly, on structs, unions, members and enumerations";
        ReturnsNonnull = "returns_nonnull", "it is an error to return the null pointer; not looked at on types of functions";
        ScalarStorageOrder = "scalar_storage_order", "little-endian, as the machine is; big-endian is not supported";
        Target = "target", "instructions change nothing; another arithmetic of floats is not supported";
        TransparentUnion = "transparent_union", "exactly";
        VectorSize = "vector_size", "size and alignment; operations on vectors are not supported";
        Weak = "weak", "gives way to another definition; not supported where there is none";
        Weakref = "weakref", "another name for the target; not supported where that is not defined";
    }
    others {
        Irrelevant, "a promise to the optimiser; that it is broken is not reported":
            "access" "alloc_align" "alloc_size" "assume_aligned" "const" "leaf" "malloc" "may_alias" "nothrow" "pure";
        Irrelevant, "how code is made, not what it does":
            "always_inline" "artificial" "cold" "flatten" "hot" "ms_hook_prologue" "no_icf" "no_reorder" "noclone" "noinline" "noipa" "simd" "target_clones";
        Irrelevant, "warnings of the compiler":
            "deprecated" "designated_init" "error" "fallthrough" "flag_enum" "format" "format_arg" "nonstring" "sentinel" "tainted_args"
            "unavailable" "unused" "warn_if_not_aligned" "warn_unused_result" "warning";
        Irrelevant, "where and how a name shows in the object file":
            "common" "externally_visible" "nocommon" "retain" "section" "symver" "tls_model" "used" "visibility";
        Irrelevant, "how functions are called":
            "cdecl" "fastcall" "force_align_arg_pointer" "ms_abi" "no_caller_saved_registers" "noplt" "regparm" "sseregparm" "stdcall" "sysv_abi"
            "thiscall";
        Irrelevant, "what tools add to the code":
            "cf_check" "fentry_name" "fentry_section" "function_return" "indirect_branch" "no_address_safety_analysis" "no_instrument_function"
            "no_profile_instrument_function" "no_sanitize" "no_sanitize_address" "no_sanitize_coverage" "no_sanitize_thread"
            "no_sanitize_undefined" "no_split_stack" "no_stack_limit" "no_stack_protector" "nocf_check" "nodirect_extern_access"
            "patchable_function_entry" "stack_protect" "uninitialized" "zero_call_used_regs";
        Irrelevant, "the layout that is used anyway": "gcc_struct";
        Unsupported, "takes over attributes of another declaration": "copy";
        Unsupported, "a function chosen when the program starts": "ifunc";
        Unsupported, "the layout of another compiler": "ms_struct";
        Unsupported, "a body of assembler code": "interrupt" "naked";
        Unsupported, "may return twice": "returns_twice";
        Unsupported, "variables without initial values": "noinit" "persistent";
        Unsupported, "transactional memory": "transaction_callable" "transaction_may_cancel_outer" "transaction_pure" "transaction_safe"
            "transaction_unsafe" "transaction_wrap";
        Unsupported, "not for this machine or this language":
            "abi_tag" "dllexport" "dllimport" "init_priority" "selectany" "shared" "warn_unused";
    }
}
