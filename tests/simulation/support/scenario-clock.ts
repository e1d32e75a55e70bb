/** The clock of a scenario. */
export interface ScenarioClock {
  /** Epoch ms. */
  now: number
}
