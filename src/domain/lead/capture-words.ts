/** The question before a capture. It may be asked before the board's code is there. */

export const CAPTURE_LABEL = 'Capturar esse Lead'
export const CAPTURE_TITLE = 'Capturar lead'

/** `number`: null for a lead without one yet. */
export const captureQuestion = (number: number | string | null): string =>
  `Tem certeza que deseja capturar o lead ${number ?? 'pendente'}?`
