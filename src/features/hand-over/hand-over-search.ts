/** What the address of 'Na mão' opens. */
export interface HandOverSearch {
  /** Uid of the lead whose code is shown. */
  readonly entregar?: string
  /** The camera. */
  readonly receber?: true
}

export const handOverSearch = ({ entregar, receber }: Record<string, unknown>): HandOverSearch => ({
  ...(typeof entregar === 'string' ? { entregar } : {}),
  ...(receber === true ? { receber } : {}),
})
