/** Whether a text can be a mail address. Only a sent mail proves that the address exists. */
export const isMailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
