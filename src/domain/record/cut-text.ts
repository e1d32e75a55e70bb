/**
 * Returns the text's first `most` characters, as JavaScript counts them, without half of the last one: PostgreSQL refuses
 * half a surrogate pair in JSON.
 */
export const cutText = (text: string, most: number): string =>
  text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')
