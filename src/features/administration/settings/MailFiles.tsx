/**
 * Lists the mails that the server wrote as files because it has no mail server, to read, save and delete them.
 * docs/rules.md#mail-files
 */
import { Alert, Button, Group, Paper, Skeleton, Stack, Text, Title } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { call } from '../../../api/call.ts'
import { type MailFile, mailFileRoute } from '../../../contract/administration/mail-files.ts'
import { downloadAnswer } from '../../../device/download.ts'
import { formatNumber } from '../../../domain/text/formats.ts'
import { formatDateTime } from '../../../domain/time/sao-paulo.ts'
import { ConfirmDialog, SubjectQuestion } from '../../../ui/ConfirmDialog.tsx'
import type { Column } from '../../../ui/table/columns.ts'
import { DataTable } from '../../../ui/table/DataTable.tsx'
import { RowAction } from '../../../ui/table/RowAction.tsx'
import { type TableState, tableState } from '../../../ui/table/table-search.ts'
import { useDialog } from '../../../ui/useDialog.ts'
import { useMailFiles } from './useMailFiles.ts'

const kilobytes = (bytes: number) => `${formatNumber(Math.max(1, Math.round(bytes / 1024)))} kB`

const COLUMNS: readonly Column<MailFile>[] = [
  { key: 'para', label: 'Para', cell: ({ recipient }) => recipient, isTitle: true },
  { key: 'assunto', label: 'Assunto', cell: ({ subject }) => subject, noWrap: false },
  { key: 'quando', label: 'Quando', cell: ({ written_at }) => formatDateTime(written_at), noWrap: true },
  { key: 'tamanho', label: 'Tamanho', cell: ({ size }) => kilobytes(size), align: 'right', noWrap: true },
]

const save = ({ name }: MailFile) =>
  downloadAnswer(name, (token) => call(mailFileRoute, { token, params: { name } }))

export function MailFiles() {
  const { list, problem, busy, remove, removeAll } = useMailFiles()
  const [state, setState] = useState<TableState>(() => tableState({ por_pagina: 10 }))
  const removing = useDialog<MailFile>()
  const emptying = useDialog<true>()
  const total = list?.meta.total ?? 0
  const columns: readonly Column<MailFile>[] = [
    ...COLUMNS,
    {
      key: 'acoes',
      label: 'Ações',
      align: 'right',
      isActions: true,
      width: 110,
      cell: (file) => {
        const named = `o e-mail para ${file.recipient} de ${formatDateTime(file.written_at)}`
        return (
          <Group gap={4} justify="flex-end" wrap="nowrap">
            <RowAction
              label={`Baixar ${named}`}
              tip="Baixar"
              icon={<IconDownload size={18} />}
              onClick={() => void save(file)}
            />
            <RowAction
              label={`Excluir ${named}`}
              tip="Excluir"
              icon={<IconTrash size={18} />}
              danger
              onClick={() => removing.open(file)}
            />
          </Group>
        )
      },
    },
  ]
  return (
    <Paper component="section" withBorder p="lg" aria-label="E-mails em arquivo">
      <Stack gap="md">
        <Group justify="space-between" gap="sm">
          <Title order={2} size="h4">
            E-mails em arquivo
          </Title>
          {total > 0 ? (
            <Button size="xs" variant="light" color="red" onClick={() => emptying.open(true)}>
              Excluir todos
            </Button>
          ) : null}
        </Group>
        <Text size="sm" c="dimmed">
          Sem um servidor de e-mail, cada mensagem vira um arquivo no servidor do Farol e ninguém a recebe.
          {list === null ? '' : ` Os arquivos são apagados sozinhos depois de ${days(list.meta.days)}.`}
        </Text>
        {problem === null ? null : (
          <Alert color="red" role="alert">
            {problem}
          </Alert>
        )}
        {list === null ? (
          problem === null ? (
            <Skeleton height={80} role="status" aria-label="Carregando" />
          ) : null
        ) : (
          <DataTable
            label="E-mails em arquivo"
            columns={columns}
            rows={list.data}
            idOf={({ name }) => name}
            state={state}
            onState={setState}
            unpaged={list.data.length <= state.perPage}
            empty={<Text size="sm">Nenhum e-mail em arquivo.</Text>}
          />
        )}
        {list !== null && total > list.data.length ? (
          <Text size="sm" c="dimmed">
            Estes são os {formatNumber(list.data.length)} mais recentes de {formatNumber(total)}.
          </Text>
        ) : null}
      </Stack>
      <SubjectQuestion
        dialog={removing}
        onConfirm={(row) => void remove(row).then(removing.close)}
        danger
        title="Excluir este e-mail?"
        confirm="Excluir e-mail"
        busy={busy}
      >
        Para {removing.subject?.recipient}: {removing.subject?.subject}. Ele não pode ser recuperado.
      </SubjectQuestion>
      <ConfirmDialog
        opened={emptying.opened}
        danger
        title="Excluir todos os e-mails em arquivo?"
        confirm="Excluir todos"
        busy={busy}
        onConfirm={() => void removeAll().then(emptying.close)}
        onClose={emptying.close}
      >
        {total === 1 ? 'É 1 e-mail. Ele não pode' : `São ${formatNumber(total)} e-mails. Eles não podem`} ser
        {total === 1 ? ' recuperado.' : ' recuperados.'}
      </ConfirmDialog>
    </Paper>
  )
}

const days = (count: number) => (count === 1 ? '1 dia' : `${count} dias`)
