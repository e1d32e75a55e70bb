/** The user's answer where a client would become another person. No schema is loaded here: many screens name fields. */
export const IDENTITY_CHOICES = ['correct', 'other'] as const
export type IdentityChoice = (typeof IDENTITY_CHOICES)[number]

export const IDENTITY_WORDS: Readonly<Record<IdentityChoice, string>> = {
  correct: 'Corrigir o cadastro',
  other: 'É outra pessoa',
}
