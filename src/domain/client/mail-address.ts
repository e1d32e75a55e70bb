/** Whether a text can be a mail address. Whether it is one, only a mail tells. */
export const isMailAddress = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text)
