/** The addresses that name the lead whose form is open. */
export type DeskPath = '/' | '/hoje'
