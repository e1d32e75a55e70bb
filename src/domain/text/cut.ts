/** Cuts texts to what a place takes. */

/** The first characters of the text. Half a character at the end would be none: the database refuses it. */
export function cutText(text: string, most: number): string {
  const cut = text.slice(0, most)
  return cut.isWellFormed() || !text.isWellFormed() ? cut : cut.slice(0, -1)
}
