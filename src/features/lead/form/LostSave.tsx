/**
 * A refused save that no form can open: its lead has left this device because another user has it, or an older version
 * of the app wrote it. Shows the user's values for copying, a button to discard them, and later drafts that were not
 * sent. The list of drafts contains these drafts, too.
 */
import { Alert, Button, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconTrash } from '@tabler/icons-react'
import { writtenFields } from '../../../commands/written-fields.ts'
import type { Catalogues } from '../../../db/mirror/catalogues.ts'
import type { OutboxRecord } from '../../../db/schema/records.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import type { KeptDraft } from '../drafts/kept-drafts.ts'
import { TypedTable } from './TypedTable.tsx'

const LEAD_GONE =
  'Este lead não está mais neste aparelho: outra pessoa o atende agora, ou ele saiu do período mostrado.'

export type LostDrafts = readonly Pick<KeptDraft, 'name' | 'savedAt' | 'typed'>[]

interface LostSaveProps {
  readonly record: OutboxRecord
  readonly leadIsHere: boolean
  readonly drafts: LostDrafts
  readonly catalogues: Catalogues
  readonly onDiscard: () => void
}

export function LostSave({ record, leadIsHere, drafts, catalogues, onDiscard }: LostSaveProps) {
  const { subject, problem } = record
  const title = `Lead ${subject.leadId ?? 'Nº pendente'} · ${subject.clientName}`
  return (
    <Stack gap="md" maw={720} mx="auto" py="md">
      <Alert color="red" icon={<IconAlertTriangle />} title="O servidor não aceitou">
        {problem?.message ?? 'Este pedido não pode ser enviado.'}{' '}
        {problem?.holder ? `O lead está com ${problem.holder.name}.` : null}
      </Alert>
      <Text>
        {leadIsHere ? 'Este pedido é de outra versão do aplicativo e não abre no formulário.' : LEAD_GONE} O
        que você preencheu continua aqui, para copiar ou descartar.
      </Text>
      <TypedTable title={title} fields={writtenFields(record)} names={catalogues}>
        <Button
          variant="subtle"
          color="red"
          leftSection={<IconTrash size={16} aria-hidden />}
          onClick={onDiscard}
        >
          Descartar alteração
        </Button>
      </TypedTable>
      {drafts.map(({ name, savedAt, typed }) => (
        <Stack key={name} component="section" gap="md" mt="md" aria-label="Rascunho">
          <Text>
            Depois disso você digitou mais e não enviou. Este rascunho fica também em Rascunhos, na
            Sincronização.
          </Text>
          <TypedTable title={`Rascunho de ${formatDateTime(savedAt)}`} fields={typed} names={catalogues} />
        </Stack>
      ))}
    </Stack>
  )
}
