/** Apart from the schemas of a lead's fields: the first cards ask whether a note fits, and load no zod. */

/** Characters of a lead's notes. */
export const MOST_NOTES = 4000
