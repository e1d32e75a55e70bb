/** Finds comparisons of roles, states and statuses with bare numbers in a source text. */

/** `role`, `role_id`, `lead.state`, `account.status`, `roleOf(user)`, `user.roles[0].id`, each before a number below 100. */
const COMPARED =
  /(?:\b(?:\w*[rR]ole(?:_id|Id)?|\w*[sS]tate|\w*[sS]tatus)|\broleOf\([^()]*\)|\broles\[0\]\??\.id)\s*(?:[=!]==|[<>]=?)\s*\d{1,2}(?!\d)/u
const LISTED = /\broles:\s*\[\s*\d/u

export interface BareNumber {
  readonly line: number
  readonly text: string
}

/** Returns the lines with one, without those that are comments. */
export const bareNumbers = (source: string): readonly BareNumber[] =>
  source.split('\n').flatMap((text, place) => {
    const isComment = /^\s*(?:\/?\*|\/\/)/u.test(text)
    return !isComment && (COMPARED.test(text) || LISTED.test(text))
      ? [{ line: place + 1, text: text.trim() }]
      : []
  })
