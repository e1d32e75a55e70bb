/** 'Rascunhos': unsaved values of this device, also of leads that have left it. Nothing without drafts. */

import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import { useLiveQuery } from 'dexie-react-hooks'
import { leadsByUid } from '../../../db/mirror/reads.ts'
import { openMirror } from '../../../db/open.ts'
import { wholeQueue } from '../../../db/outbox/queue-order.ts'
import { listDrafts } from '../../../db/session/drafts.ts'
import { useCatalogues } from '../../../device/useCatalogues.ts'
import { NO_NAMES } from '../../../domain/lead/field-words.ts'
import type { SessionUser } from '../../../domain/session/session-user.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { giveUpDraft } from '../../../page-life/typed-drafts.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { Dialog } from '../../../ui/Dialog.tsx'
import { notify } from '../../../ui/notify.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { useEntryFocus } from '../../../ui/useEntryFocus.ts'
import { TypedTable } from '../form/TypedTable.tsx'
import { type DraftForm, type KeptDraft, keptDrafts } from './kept-drafts.ts'

interface DraftListProps {
  readonly user: SessionUser
  readonly onOpen: (form: DraftForm) => void
}

async function read(user: SessionUser): Promise<KeptDraft[]> {
  const db = openMirror(user.id)
  const records = await listDrafts(db)
  const queue = await wholeQueue(db)
  const written = records.flatMap(({ name }) =>
    name.startsWith('lead:') ? [name.slice('lead:'.length)] : [],
  )
  const leads = await leadsByUid(db, [...written, ...queue.map(({ entityUid }) => entityUid)])
  return keptDrafts(records, {
    user,
    leads: new Map(leads.flatMap((lead) => (lead === undefined ? [] : [[lead.uid, lead] as const]))),
    queue,
  })
}

const NO_DRAFTS: readonly KeptDraft[] = []

export function DraftList({ user, onOpen }: DraftListProps) {
  const drafts = useLiveQuery(async () => read(user), [user], NO_DRAFTS)
  const names = useCatalogues(user.id) ?? NO_NAMES
  const looking = useDialog<KeptDraft>()
  const discarding = useDialog<KeptDraft>()
  const focus = useEntryFocus()
  const discard = async ({ name }: KeptDraft) => {
    try {
      await giveUpDraft(user.id, name)
    } catch {
      notify.error('Não foi possível descartar neste aparelho. Tente de novo.')
    }
  }
  const confirmed = () => {
    if (discarding.subject !== null) focus.leave(discarding.subject.name)
    discarding.close()
    looking.close()
    if (discarding.subject !== null) void discard(discarding.subject)
  }
  return (
    <>
      {drafts.length === 0 ? null : (
        <section aria-labelledby="drafts" data-entries>
          <Title order={2} size="h3" id="drafts" tabIndex={-1}>
            Rascunhos
          </Title>
          <Text c="dimmed" size="sm" mb="sm">
            O que você digitou e não salvou fica neste aparelho por até 30 dias. Ao sair, você decide se
            guarda.
          </Text>
          <Stack gap="sm">
            {drafts.map((draft) => (
              <DraftLine
                key={draft.name}
                draft={draft}
                onOpen={onOpen}
                onLook={() => looking.open(draft)}
                onDiscard={() => discarding.open(draft)}
              />
            ))}
          </Stack>
        </section>
      )}
      <Dialog opened={looking.opened} onClose={looking.close} title="O que foi digitado" size="lg">
        {looking.subject === null ? null : (
          <Stack gap="md">
            <TypedTable title={looking.subject.title} fields={looking.subject.typed} names={names}>
              <DiscardDraft onAsk={() => looking.subject !== null && discarding.open(looking.subject)} />
            </TypedTable>
          </Stack>
        )}
      </Dialog>
      <ConfirmDialog
        opened={discarding.opened}
        title="Descartar este rascunho?"
        confirm="Descartar rascunho"
        danger
        onConfirm={confirmed}
        onClose={discarding.close}
      >
        O que foi digitado e não foi salvo se perde. Não há como desfazer.
      </ConfirmDialog>
    </>
  )
}

interface DraftLineProps {
  readonly draft: KeptDraft
  readonly onOpen: (form: DraftForm) => void
  readonly onLook: () => void
  readonly onDiscard: () => void
}

function DraftLine({ draft, onOpen, onLook, onDiscard }: DraftLineProps) {
  const { title, savedAt, form } = draft
  return (
    <Paper withBorder p="md" component="article" aria-label={title} data-entry={draft.name} tabIndex={-1}>
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={640} component="h3" style={{ overflowWrap: 'anywhere' }}>
            {title}
          </Text>
          <Text size="sm" c="dimmed">
            Digitado em {formatDateTime(savedAt)}
          </Text>
        </div>
        <Group gap="xs">
          {form === null ? (
            <Button variant="default" onClick={onLook}>
              Ver o que foi digitado
            </Button>
          ) : (
            <Button variant="default" onClick={() => onOpen(form)}>
              Abrir
            </Button>
          )}
          <DiscardDraft onAsk={onDiscard} />
        </Group>
      </Group>
    </Paper>
  )
}

function DiscardDraft({ onAsk }: { onAsk: () => void }) {
  return (
    <Button variant="subtle" color="red" onClick={onAsk}>
      Descartar rascunho
    </Button>
  )
}
