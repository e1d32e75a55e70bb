/** The scenario's own time. */
export interface ScenarioClock {
  /** Epoch ms. */
  now: number
}
