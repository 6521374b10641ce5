// Dates.

int is_leap(int year) {
    if (year % 4 != 0)
        return 0;
    if (year % 100 != 0)
        return 1;
    if (year % 400 != 0)
        return 0;
    return 1;
}

// The days of a month, 0 if there is no such month.
int days_in_month(int year, int month) {
    switch (month) {
    case 1: case 3: case 5: case 7: case 8: case 10: case 12:
        return 31;
    case 4: case 6: case 9: case 11:
        return 30;
    case 2:
        if (is_leap(year))
            return 29;
        return 28;
    default:
        return 0;
    }
}

struct date {
    int year, month, day;
};

// Whether there is such a day.
int is_valid(const struct date *date) {
    if (!date)
        return 0;
    if (date->year < 1583)
        return 0;
    if (date->month < 1 || date->month > 12)
        return 0;
    if (date->day < 1)
        return 0;
    return date->day <= days_in_month(date->year, date->month);
}

// The next day.
void advance(struct date *date) {
    if (!is_valid(date))
        return;
    if (date->day < days_in_month(date->year, date->month)) {
        date->day++;
    } else if (date->month == 12) {
        date->year++;
        date->month = 1;
        date->day = 1;
    } else {
        date->month++;
        date->day = 1;
    }
}

// Minutes since midnight of a time in the twelve-hour clock, or -1.
int minutes(int hour, int minute, int afternoon) {
    if (hour < 1 || hour > 12)
        return -1;
    if (minute < 0 || minute > 59)
        return -1;
    if (hour == 12)
        hour = 0;
    if (afternoon)
        hour += 12;
    return hour * 60 + minute;
}
