/** A deliberate fault, and the test that fails with it: planted.ts. */
export interface Planted {
  /** Path of the patch in this folder, without its ending. */
  readonly patch: string
  /** What the product does with the fault. */
  readonly fault: string
  /** The section whose guarantee the fault breaks. */
  readonly breaks: string
  /** The cheapest test file that fails with the fault. */
  readonly caughtBy: string
  /** A part of the title of the test that fails, where the whole file would take long. */
  readonly title?: string
  /** Shows only where transactions overlap. */
  readonly onPostgres?: true
}
