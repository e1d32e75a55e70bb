/** How hard a password is to guess. Large: loaded with the first typed character of a new password. */
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import type { PasswordEstimate } from './strength-words.ts'

/** What a broker's colleague would try first. The lists of the library know no Portuguese. */
const OF_THE_TRADE =
  'farol senha seguro seguros seguradora corretor corretora corretagem apólice cotação cliente vendas comercial brasil mudar123'
    .split(' ')
    .flatMap((word) => [word, word.normalize('NFD').replaceAll(/\p{M}/gu, '')])

/** Beyond them a password is strong, and the estimate slow. */
const READ_CHARACTERS = 64

const estimator = new ZxcvbnFactory({
  graphs: adjacencyGraphs,
  dictionary: { 'passwords-common': dictionary['passwords-common'] },
  maxLength: READ_CHARACTERS,
})

/** Returns the estimate. `about`: texts about the owner, such as name and login. */
export function estimatePassword(password: string, about: readonly string[]): PasswordEstimate {
  const known = about.flatMap((text) => [text, ...text.split(/[\s@._-]+/u)]).filter((word) => word !== '')
  const { score, feedback } = estimator.check(password, [...known, ...OF_THE_TRADE])
  return { score, feedback }
}
