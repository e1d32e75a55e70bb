/** SLA bar of a card: first text, section 4 'Progress bar'; rulings 10 to 12. */

export type SlaColour = 'green' | 'green-yellow' | 'green-yellow-red'

export interface SlaProgress {
  /** `none`: channels 6 and 10, finished leads. `countdown`: the renewal layout of channels 27 and 28. */
  readonly kind: 'none' | 'bar' | 'countdown'
  /** 0 to 100, capped. */
  readonly percent: number
  readonly colour: SlaColour
  /** What the bar measures against, in hours ('1 h', '24 h', '168 h'). */
  readonly limitHours: number
  /** Time left in milliseconds (working time, but for the countdown); negative when late. */
  readonly remainingMs: number
  /** Countdown only: 'Puxar o Lead até a data', ISO 8601. */
  readonly deadline: string | null
}
