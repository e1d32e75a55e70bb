/** Columns that are left out of every mail, by key. An external indication of a life insurance contains illnesses. */
export const NEVER_SENT: readonly string[] = ['insurance_details']
