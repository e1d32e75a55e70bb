/** Who would be received, and from whom: before anything is stored on this device. */
import { Text } from '@mantine/core'
import type { HandedLead } from '../../device/hand-over/read.ts'
import { useCatalogues } from '../../device/useCatalogues.ts'
import { fieldValue, NO_NAMES } from '../../domain/lead/field-words.ts'
import { formatPhone } from '../../domain/phone/phone.ts'
import { formatTime } from '../../domain/time/sao-paulo.ts'
import classes from './HandOver.module.css'

interface HandedFactsProps {
  readonly lead: HandedLead
  readonly userId: number
}

export function HandedFacts({ lead, userId }: HandedFactsProps) {
  const names = useCatalogues(userId) ?? NO_NAMES
  const { name, phone, insuranceId } = lead.shown
  const facts = [
    ['Cliente', name],
    ['Telefone', phone === '' ? '—' : formatPhone(phone)],
    ['Seguro', fieldValue('insurance_id', insuranceId, names)],
    ['Quem entrega', lead.certificate.name],
    ['Código mostrado às', formatTime(lead.statement.handed_at)],
  ] as const
  return (
    <>
      <dl className={classes.facts}>
        {facts.map(([label, words]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{words}</dd>
          </div>
        ))}
      </dl>
      <Text size="sm" c="dimmed">
        O lead entra em nome de quem o cadastrou. Você o vê no Farol se ele for dos seus canais.
      </Text>
    </>
  )
}
