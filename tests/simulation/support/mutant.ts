/** A deliberate fault: a few words of the product's source put differently when it is compiled for one test. */

interface Patch {
  readonly file: string
  readonly find: string
  readonly put: string
}

export interface Mutant {
  readonly name: string
  readonly patches: readonly Patch[]
  /** It changes what a migration makes: wants a database of its own. */
  readonly ownDatabase?: true
  /** A story that catches it, tried first; any other may. */
  readonly story: number
}

/** With one patch. */
export const one = (name: string, story: number, file: string, find: string, put: string): Mutant => ({
  name,
  story,
  patches: [{ file, find, put }],
})
