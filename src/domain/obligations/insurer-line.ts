/**
 * The insurer of a proposal, which has no field of its own: a line of a note, of a proof or of the lead's notes names it. The register
 * of proposals reads it. docs/rules.md#report-sent-proposals
 */
const LABEL = 'Seguradora: '

/** As many letters as a form takes. */
export const LONGEST_INSURER = 80
/** What its line takes of a text, its end included. */
export const ROOM_OF_INSURER = LABEL.length + LONGEST_INSURER + 1

/** Returns the line; empty for no insurer. */
export const insurerLine = (insurer: string): string =>
  insurer.trim() === '' ? '' : `${LABEL}${insurer.trim()}`

/** Returns the text with the insurer's line above it. */
export const withInsurer = (insurer: string, text: string): string =>
  [insurerLine(insurer), text.trim()].filter((line) => line !== '').join('\n')
