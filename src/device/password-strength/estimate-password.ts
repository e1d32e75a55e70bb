/** How hard a password is to guess. Large: loaded with the first typed character of a new password. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
// The lists one by one: the package's own entry brings a second list of words from Wikipedia.
import commonWords from '@zxcvbn-ts/language-pt-br/src/commonWords.json' with { type: 'json' }
import firstNames from '@zxcvbn-ts/language-pt-br/src/firstnames.json' with { type: 'json' }
import lastNames from '@zxcvbn-ts/language-pt-br/src/lastnames.json' with { type: 'json' }
import type { PasswordEstimate } from './strength-words.ts'

/** With and without accents, the commonest first. */
function typedBothWays(words: readonly string[]): string[] {
  return [...new Set(words.flatMap((word) => [word, word.normalize('NFD').replaceAll(/\p{M}/gu, '')]))]
}

/** What a broker's colleague would try first. */
const OF_THE_TRADE = typedBothWays(
  'farol senha seguro seguros seguradora corretor corretora corretagem apólice cotação cliente vendas comercial brasil mudar123'.split(
    ' ',
  ),
)

/** Beyond them a password is strong, and the estimate slow. */
const READ_CHARACTERS = 64

const estimator = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  dictionary: {
    'passwords-common': dictionary['passwords-common'],
    // The library guesses the kind of a list by its name: words, and names of people.
    'commonWords-pt-br': typedBothWays(commonWords),
    'firstnames-pt-br': firstNames,
    'lastnames-pt-br': lastNames,
  },
  maxLength: READ_CHARACTERS,
})

/** Returns the estimate. `about`: texts about the owner, such as name and login. */
export function estimatePassword(password: string, about: readonly string[]): PasswordEstimate {
  const known = about.flatMap((text) => [text, ...text.split(/[\s@._-]+/u)]).filter((word) => word !== '')
  const { score, feedback } = estimator.check(password, [...known, ...OF_THE_TRADE])
  return { score, feedback }
}
