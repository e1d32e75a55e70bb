/** A mutant is a deliberate fault: snippets of the product's source are replaced when it is compiled for one test. */

interface Patch {
  readonly file: string
  readonly find: string
  readonly put: string
}

export interface Mutant {
  readonly name: string
  readonly patches: readonly Patch[]
  /** The mutant changes a migration and needs a database of its own. */
  readonly ownDatabase?: true
  /** Seed of a scenario that fails with the mutant. Low seeds shared by several mutants keep the core small. */
  readonly scenario: number
  /**
   * Other scenarios that fail with it, for a fault that needs a rare moment: where a slow machine lets one pass, another
   * must fail.
   */
  readonly further?: readonly number[]
}

/** Returns a mutant with one patch. */
export const one = (name: string, scenario: number, file: string, find: string, put: string): Mutant => ({
  name,
  scenario,
  patches: [{ file, find, put }],
})
