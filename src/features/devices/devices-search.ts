/** The filters of 'Aparelhos', as its address carries them. */
import { z } from 'zod'
import type { DeviceEntry } from '../../contract/devices.ts'
import { ROLE_NAMES } from '../../domain/permissions/role-names.ts'
import { isStuck, waitingCount } from '../../domain/session/device.ts'
import { filterWord } from '../../domain/sheet/filter-word.ts'
import { foldText } from '../../domain/text/fold.ts'
import { DAY_MS } from '../../domain/time/durations.ts'
import { tableSearchSchema } from '../../ui/table/table-search.ts'

export const WORK = [
  { value: 'esperando', label: 'Com algo esperando' },
  { value: 'parado', label: 'Parado há mais de um dia' },
] as const
const WORKS = WORK.map(({ value }) => value)

/** Days since the last contact. */
export const SILENCE = [
  { value: '7', label: 'Há mais de 7 dias' },
  { value: '30', label: 'Há mais de 30 dias' },
] as const
const SILENCES = SILENCE.map(({ value }) => value)

const id = z.number().int().positive().optional().catch(undefined)

export const devicesSearchSchema = tableSearchSchema.extend({
  usuario: z.string().max(120).optional().catch(undefined),
  perfil: id,
  empresa: id,
  trabalho: z.enum(WORKS).optional().catch(undefined),
  contato: z.enum(SILENCES).optional().catch(undefined),
  antiga: z.literal(true).optional().catch(undefined),
})
export type DevicesSearch = z.infer<typeof devicesSearchSchema>
export type DevicesFilter = Pick<
  DevicesSearch,
  'usuario' | 'perfil' | 'empresa' | 'trabalho' | 'contato' | 'antiga'
>

/** The filters that are set, in the words of their fields. */
export const deviceFilterWords = (
  { usuario, perfil, empresa, trabalho, contato, antiga }: DevicesFilter,
  partners: ReadonlyMap<number, string> | undefined,
): string[] => [
  ...filterWord('Usuário', usuario),
  ...filterWord('Perfil', ROLE_NAMES.find(({ id }) => id === perfil)?.name),
  ...filterWord('Concessionária', empresa === undefined ? null : (partners?.get(empresa) ?? `Nº ${empresa}`)),
  ...filterWord('Não enviado', WORK.find(({ value }) => value === trabalho)?.label),
  ...filterWord('Último contato', SILENCE.find(({ value }) => value === contato)?.label),
  ...(antiga === true ? ['Versão antiga'] : []),
]

export const isOldVersion = ({ app_version }: DeviceEntry, serverVersion: string): boolean =>
  app_version !== null && app_version.localeCompare(serverVersion, 'en', { numeric: true }) < 0

interface Known {
  readonly nowMs: number
  readonly serverVersion: string
}

/** The devices that the filters leave. */
export function wantedDevices(
  devices: readonly DeviceEntry[],
  { usuario, perfil, empresa, trabalho, contato, antiga }: DevicesFilter,
  { nowMs, serverVersion }: Known,
): DeviceEntry[] {
  const name = foldText(usuario ?? '')
  return devices.filter(
    (device) =>
      foldText(device.user.name).includes(name) &&
      (perfil === undefined || device.user.role_id === perfil) &&
      (empresa === undefined || device.user.all_partners || device.user.partners.includes(empresa)) &&
      (trabalho !== 'esperando' || (waitingCount(device) ?? 0) > 0) &&
      (trabalho !== 'parado' || isStuck(device, nowMs)) &&
      (contato === undefined || nowMs - Date.parse(device.last_contact_at) > Number(contato) * DAY_MS) &&
      (antiga !== true || isOldVersion(device, serverVersion)),
  )
}
