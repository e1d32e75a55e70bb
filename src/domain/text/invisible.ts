/** Invisible characters: U+200B between two letters, U+202E that turns what follows. docs/rules.md#names-and-texts */

/** Twin of `folded_text` in migration 0047. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu

/** Returns the text without them. Names and other single lines are parsed with it: two equal names would differ. */
export const withoutInvisible = (text: string): string => text.replace(INVISIBLE, '')
