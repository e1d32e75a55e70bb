/** 'amanhã' as it begins a line: 'Amanhã'. Pure. */
export const withCapital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)
