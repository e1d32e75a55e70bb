/** The outside services of this Farol, as of the last sync. */
import { useStored } from '../../../device/useStored.ts'
import type { Integrations } from '../../../domain/settings/integrations.ts'

/** Returns undefined until they are read. */
export function useIntegrations(userId: number): Integrations | undefined {
  return useStored(
    async ({ catalogue, integrationsFrom, openMirror }) =>
      integrationsFrom(await catalogue(openMirror(userId), 'setting')),
    [userId],
  )
}
