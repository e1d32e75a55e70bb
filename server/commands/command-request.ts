/** A command as it reaches the server, by push or by a REST call. */
import type { SessionUser } from '../../src/domain/session/session-user.ts'

export interface CommandRequest {
  readonly key: string
  readonly command: string
  /** Of the command's schema: that of the app which queued it. */
  readonly schemaVersion: number
  readonly args: unknown
  readonly base: Readonly<Record<string, unknown>>
  readonly occurredAt: string
  readonly dependsOn: string | null
  readonly user: SessionUser
  readonly deviceId: string | null
}
