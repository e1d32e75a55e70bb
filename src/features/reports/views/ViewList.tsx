/** Saved views with what can be done with each: open, rename, start, mail, delete. docs/rules.md#saved-views */
import { ActionIcon, Group, Select, Stack, Switch, Text } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { changeReportViewRoute, deleteReportViewRoute } from '../../../contract/reports/report-views.ts'
import { REPORT_NOT_MAILED } from '../../../domain/mail/mailed.ts'
import { CADENCES, cadenceSchema, type ReportView } from '../../../domain/reports/views.ts'
import { comingInWords } from '../../../domain/time/near-days.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { SaveViewDialog } from './SaveViewDialog.tsx'
import type { ReportViews } from './useReportViews.ts'
import { viewSearch } from './view-search.ts'

interface ViewListProps {
  /** The server's clock, epoch ms. */
  readonly now: number
  /** Of one report. */
  readonly views: readonly ReportView[]
  readonly canMail: boolean
  readonly write: ReportViews['write']
  /** A view was opened. */
  readonly onOpen?: () => void
}

const MAILS = Object.entries(CADENCES).map(([value, label]) => ({ value, label }))

const isWrong = ({ problem, is_file }: NonNullable<ReportView['mail']>) => problem !== null || is_file

const mailWords = (
  { next_at, last_sent_at, problem, is_file }: NonNullable<ReportView['mail']>,
  nowMs: number,
) =>
  [
    is_file ? [REPORT_NOT_MAILED] : [],
    problem === null ? [] : [`O último não foi enviado: ${problem}`],
    last_sent_at === null ? [] : [`Último envio: ${formatDateTime(last_sent_at)}.`],
    [`Próximo: ${comingInWords(Date.parse(next_at), nowMs)}.`],
  ]
    .flat()
    .join(' ')

export function ViewList({ now, views, canMail, write, onOpen }: ViewListProps) {
  const [renaming, setRenaming] = useState<ReportView | null>(null)
  const [deleting, setDeleting] = useState<ReportView | null>(null)
  type Change = Parameters<typeof call<typeof changeReportViewRoute>>[1]['body']
  const change = (view: ReportView, body: Change) =>
    write((token) => call(changeReportViewRoute, { params: { id: view.id }, body, token }))
  if (views.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nenhuma visão salva.
      </Text>
    )
  return (
    <Stack gap="sm" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
      {views.map((view) => (
        <Group key={view.id} component="li" justify="space-between" gap="xs">
          <div>
            <Link to={view.path} search={viewSearch(view)} onClick={onOpen}>
              {view.name}
            </Link>
            {view.mail === null ? null : (
              <Text size="xs" c={isWrong(view.mail) ? 'var(--mantine-color-error)' : 'dimmed'}>
                {mailWords(view.mail, now)}
              </Text>
            )}
          </div>
          <Group gap="xs">
            <Switch
              size="sm"
              label="Inicial"
              aria-label={`Abrir o relatório com ${view.name}`}
              checked={view.is_start}
              onChange={({ currentTarget }) => void change(view, { is_start: currentTarget.checked })}
            />
            {canMail ? (
              <Select
                size="xs"
                w={190}
                aria-label={`Enviar ${view.name} por e-mail`}
                data={MAILS}
                placeholder="Não enviar"
                clearable
                value={view.mail?.cadence ?? null}
                onChange={(value) =>
                  void change(view, { cadence: cadenceSchema.nullable().catch(null).parse(value) })
                }
              />
            ) : null}
            <ActionIcon
              variant="subtle"
              aria-label={`Renomear ${view.name}`}
              data-hint={`Renomear ${view.name}`}
              onClick={() => setRenaming(view)}
            >
              <IconPencil size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="red"
              aria-label={`Excluir ${view.name}`}
              data-hint={`Excluir ${view.name}`}
              onClick={() => setDeleting(view)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        </Group>
      ))}
      {renaming === null ? null : (
        <SaveViewDialog
          title="Renomear visão"
          initial={{ name: renaming.name, is_start: renaming.is_start }}
          others={views.filter(({ id }) => id !== renaming.id)}
          replaces={false}
          onSave={({ name, is_start }) => change(renaming, { name, is_start })}
          onClose={() => setRenaming(null)}
        />
      )}
      <ConfirmDialog
        opened={deleting !== null}
        title="Excluir visão"
        danger
        confirm="Excluir visão"
        onClose={() => setDeleting(null)}
        onConfirm={() => {
          const view = deleting
          setDeleting(null)
          if (view !== null)
            void write((token) => call(deleteReportViewRoute, { params: { id: view.id }, token }))
        }}
      >
        A visão {deleting?.name} e o envio dela por e-mail deixam de existir.
      </ConfirmDialog>
    </Stack>
  )
}
