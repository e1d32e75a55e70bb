/** What the meter says of a password. The rule for what is refused is another: docs/rules.md#sessions-and-passwords. */
import type { FeedbackType, Score, TranslationKeys } from '@zxcvbn-ts/core'
import { type PasswordOwner, passwordProblem } from '../../domain/session/password.ts'

export interface PasswordEstimate {
  readonly score: Score
  /** Keys of the library's sentences. */
  readonly feedback: FeedbackType
}

export interface StrengthWords {
  readonly score: Score
  readonly words: string
  /** What would make it stronger; null where nothing needs to. */
  readonly hint: string | null
}

const WORDS: Readonly<Record<Score, string>> = {
  0: 'Muito fraca',
  1: 'Fraca',
  2: 'Razoável',
  3: 'Boa',
  4: 'Forte',
}

const LONGER = 'Junte mais palavras, de preferência incomuns'

type Hints = TranslationKeys['warnings'] & TranslationKeys['suggestions']

const HINTS: Readonly<Record<keyof Hints, string>> = {
  straightRow: 'Teclas em fila, como qwerty, são fáceis de adivinhar',
  keyPattern: 'Desenhos no teclado são fáceis de adivinhar',
  longerKeyboardPattern: 'Desenhos no teclado são fáceis de adivinhar',
  simpleRepeat: 'Letras repetidas, como aaa, são fáceis de adivinhar',
  extendedRepeat: 'Trechos repetidos, como abcabc, são fáceis de adivinhar',
  repeated: 'Evite repetir letras ou palavras',
  sequences: 'Sequências, como abc ou 1234, são fáceis de adivinhar',
  recentYears: 'Anos são fáceis de adivinhar',
  associatedYears: 'Evite anos ligados a você',
  dates: 'Datas são fáceis de adivinhar',
  topTen: 'Está entre as senhas mais usadas',
  topHundred: 'Está entre as senhas mais usadas',
  common: 'É uma senha muito usada',
  similarToCommon: 'Parece uma senha muito usada',
  wordByItself: 'Uma palavra sozinha é fácil de adivinhar',
  namesByThemselves: 'Um nome sozinho é fácil de adivinhar',
  commonNames: 'Nomes comuns são fáceis de adivinhar',
  userInputs: 'Evite o seu nome, o login e palavras do trabalho',
  pwned: 'É uma senha muito usada',
  l33t: 'Trocar letras por números ou sinais, como @ por a, ajuda pouco',
  reverseWords: 'Escrever uma palavra ao contrário ajuda pouco',
  allUppercase: 'Escrever tudo em maiúsculas ajuda pouco',
  capitalization: 'Uma maiúscula só no começo ajuda pouco',
  anotherWord: LONGER,
  useWords: LONGER,
  noNeed: LONGER,
}

const isHint = (key: string): key is keyof Hints => Object.hasOwn(HINTS, key)

/** Returns what the meter says. A password that is refused is never called better than the weakest. */
export function strengthWords(
  password: string,
  owner: PasswordOwner,
  { score, feedback }: PasswordEstimate,
  shortest: number,
): StrengthWords {
  const problem = passwordProblem(password, owner, shortest)
  if (problem !== null) return { score: 0, words: WORDS[0], hint: problem }
  // The last suggestion is about this password, the first one about every weak one.
  const key = feedback.warning ?? feedback.suggestions.at(-1)
  return { score, words: WORDS[score], hint: key !== undefined && isHint(key) ? HINTS[key] : null }
}
