/** The name of a person whose parts are apart. docs/rules.md#any-import */
import { foldText } from '../text/fold.ts'

/** Returns the parts in their order. A part that the name has already, behind its first word, is not repeated. */
export function joinedName(parts: readonly string[]): string {
  let name = ''
  for (const part of parts) {
    if (part === '') continue
    const isThere = ` ${foldText(name).split(' ').slice(1).join(' ')} `.includes(` ${foldText(part)} `)
    if (!isThere) name = name === '' ? part : `${name} ${part}`
  }
  return name
}
