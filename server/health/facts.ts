import type { FreeSpace } from '../base/free-space.ts'
import type { ReplicaState } from './replica.ts'

/** Facts for the operator. They never make the server refuse a request. */
export interface Facts {
  /** Null without DATABASE_REPLICA_URL. */
  readonly replica: ReplicaState | null
  readonly free_bytes: FreeSpace
}
