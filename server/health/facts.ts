import type { FreeSpace } from './free-space.ts'
import type { ReplicaState } from './replica.ts'

/** They tell the operator something and refuse nothing. */
export interface Facts {
  /** Null without DATABASE_REPLICA_URL. */
  readonly replica: ReplicaState | null
  readonly free_bytes: FreeSpace
}
