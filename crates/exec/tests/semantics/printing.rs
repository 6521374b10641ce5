//! What `Print` shows.

use crate::explore::check;
use expect_test::expect;

#[test]
fn every_directive() {
    check(
        r#"
        enum Colour: u8 { RED = 2, BLUE = 1 }
        global colour: Colour = Colour::RED
        process P active 1 {
            l0 -> l1 do print "%d %u %x %o %c %e %e%%\n", -1, -1, 255, 8, 65, colour, 3
            l1 -> l2 do print "%d %q %", 1
            l2 -> l3 do print "%d %d", 1
            loc l3 end
        }"#,
        expect![[r#"
            0: colour=RED P:0@l0
                P:0 l0->l1, prints "-1 4294967295 ff 10 A RED 3%\n" => 1
            1: colour=RED P:0@l1
                P:0 l1->l2, prints "1 %q %" => 2
            2: colour=RED P:0@l2
                P:0 l2->l3, prints "1 %d" => 3
            3: colour=RED P:0@l3 (end)
        "#]],
    );
}
