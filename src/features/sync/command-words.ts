/** Details of a queued command in words: 'para 20/12/2026 09:00 · Ligar para a esposa'. */
import { commands } from '../../commands/registry.ts'
import type { OutboxRecord } from '../../db/mirror/schema.ts'
import { fieldValue, type Names } from '../../domain/lead/field-words.ts'
import { formatDateTime } from '../../domain/time/sao-paulo.ts'

/** Returns the details, or null where the command's label is enough. */
export function commandDetail({ command, args }: OutboxRecord, names: Names): string | null {
  if (command === 'lead.schedule') {
    const parsed = commands['lead.schedule'].args.safeParse(args)
    if (!parsed.success) return null
    const { scheduling_date, description } = parsed.data
    return [`para ${formatDateTime(scheduling_date)}`, description].filter((word) => word !== '').join(' · ')
  }
  if (command === 'lead.setServiceStatus') {
    const parsed = commands['lead.setServiceStatus'].args.safeParse(args)
    return parsed.success ? `para ‘${fieldValue('service_status', parsed.data.service_status, names)}’` : null
  }
  return null
}
