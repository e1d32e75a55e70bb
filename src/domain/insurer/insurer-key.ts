/** By what two spellings are one: docs/rules.md#insurers */
import { foldText } from '../text/fold.ts'

/** Words that some systems write around an insurer's name and others leave out: its legal form and its lines. */
const WORDS =
  /\b(?:seguros?|seg|seguradora|companhia|cia|comp|gerais|geral|brasil|brasileira|s a|sa|ltda|auto|automoveis|re|de|do|da|e)\b/gu

const plainWords = (insurer: string) =>
  foldText(insurer)
    .replaceAll(/[^a-z0-9]+/gu, ' ')
    .trim()

/** The words of the name itself: 'porto'. Those of a name that has no others stay: 'Brasil Seguros'. */
export function nameWords(insurer: string): string[] {
  const plain = plainWords(insurer)
  const short = plain.replaceAll(WORDS, ' ').trim()
  return (short === '' ? plain : short).split(/ +/u).filter((word) => word !== '')
}

/**
 * 'PORTO SEGURO CIA. DE SEGUROS GERAIS' and 'Porto' become 'porto', a SUSEP code loses its zeros in front. '' where there
 * is no insurer. `insurer_key` of the database (migration 0047) returns the same: another rule needs a migration that
 * writes `insurer_aliases` anew.
 */
export function insurerKey(insurer: string): string {
  const key = nameWords(insurer).join('')
  return /^[0-9]+$/u.test(key) ? key.replace(/^0+(?=.)/u, '') : key
}
