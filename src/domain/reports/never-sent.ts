/** Columns that no mail gets, by key: an external indication of a life insurance tells of illnesses. */
export const NEVER_SENT: readonly string[] = ['insurance_details']
