/** The addresses that name the lead whose form is open. */
export type DeskPath = '/' | '/hoje'

/** What they carry. As a part of the address it survives links, reloads and the back button. */
export interface DeskSearch {
  /** Number of a lead to show, from the search panel; of '/' alone. */
  lead?: number
  /** Uid of the lead whose form is open. */
  form?: string
}
