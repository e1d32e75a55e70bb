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
  /** A scenario that catches it, tried first; any other may. */
  readonly scenario: number
}

/** With one patch. */
export const one = (name: string, scenario: number, file: string, find: string, put: string): Mutant => ({
  name,
  scenario,
  patches: [{ file, find, put }],
})
