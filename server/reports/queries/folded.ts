/** The pattern of a part of a folded text. */
import { foldText } from '../../../src/domain/text/fold.ts'

/** The pattern of a text's part for `like`. */
export const likePart = (part: string): string => `%${foldText(part).replace(/[\\%_]/g, '\\$&')}%`
