/** The month of the renewals that an import brought: docs/rules.md#report-processing */

/** 'MM/AAAA' */
export const monthWords = (month: string) => `${month.slice(4)}/${month.slice(0, 4)}`

/** Returns the asked month (YYYYMM) or year, else the month of the day. */
export const askedMonth = (month: string | undefined, day: string): string =>
  month ?? day.slice(0, 7).replace('-', '')

/** 'MM/AAAA', or the whole year. */
export const askedMonthWords = (month: string): string => (month.length === 4 ? month : monthWords(month))
