/** The media query from which the history has its place beside the form: 1280 px. */
export const BESIDE = '(min-width: 80em)'
