/** What is asked once for the whole file: whose renewals they are, who refers them, and the dealership. */
import { Input, SegmentedControl, SimpleGrid, TextInput } from '@mantine/core'
import type { Catalogues } from '../../device/useCatalogues.ts'
import { choosable } from '../../domain/catalogue/catalogue.ts'
import { RENEWAL_CHANNELS } from '../../domain/lead/channel-rules.ts'
import { LONGEST_INSURER } from '../../domain/renewals/rows.ts'
import { IdSelect } from '../../ui/IdSelect.tsx'

export interface Choices {
  readonly channel_id: number
  readonly inviter_id: number | null
  readonly partner_id: number | null
  /** Of the lines that have none. */
  readonly insurer: string
}

interface ImportChoicesProps {
  readonly catalogues: Catalogues | undefined
  readonly value: Choices
  readonly withoutInsurer: number
  /** The referrer is missing, and the user tried to go on. */
  readonly problem: string | null
  readonly onChange: (change: Partial<Choices>) => void
}

const OWN: Readonly<Record<(typeof RENEWAL_CHANNELS)[number], string>> = { 27: 'Própria', 28: 'De terceiros' }

export function ImportChoices({ catalogues, value, withoutInsurer, problem, onChange }: ImportChoicesProps) {
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      <Input.Wrapper label="Renovação" labelProps={{ id: 'renovacao-de-quem' }}>
        <SegmentedControl
          fullWidth
          aria-labelledby="renovacao-de-quem"
          data={RENEWAL_CHANNELS.map((channel) => ({ value: String(channel), label: OWN[channel] }))}
          value={String(value.channel_id)}
          onChange={(chosen) => onChange({ channel_id: Number(chosen) })}
        />
      </Input.Wrapper>
      <IdSelect
        label="Indicador"
        required
        choices={choosable(catalogues?.users.values() ?? [], value.inviter_id)}
        value={value.inviter_id}
        onChange={(inviter_id) => onChange({ inviter_id })}
        error={problem}
      />
      <IdSelect
        label="Concessionária"
        placeholder="Nenhuma"
        choices={choosable(catalogues?.partnerRows.values() ?? [], value.partner_id)}
        value={value.partner_id}
        onChange={(partner_id) => onChange({ partner_id })}
      />
      {withoutInsurer > 0 ? (
        <TextInput
          label="Seguradora das linhas sem seguradora"
          description="Sem ela, essas linhas esperam uma decisão."
          maxLength={LONGEST_INSURER}
          value={value.insurer}
          onChange={(event) => onChange({ insurer: event.currentTarget.value })}
        />
      ) : null}
    </SimpleGrid>
  )
}
