/** What the file is a list of, with its model; expiring policies have a screen of their own. */
import { Anchor, Button, Group, Stack, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { download } from '../../device/download.ts'
import { IMPORT_LISTS, type ImportList, LIST_NAMES } from '../../domain/imports/lists.ts'
import { MODEL_SUBJECTS, modelSheet } from '../../domain/imports/model.ts'
import { sheetFile } from '../../domain/sheet/sheet.ts'
import { ChoiceChips } from '../../ui/ChoiceChips.tsx'
import line from '../../ui/LineLink.module.css'
import { LIST_WORDS } from './list-words.ts'

const CHOICES = IMPORT_LISTS.map((list, id) => ({ id, name: LIST_NAMES[list] }))

const saveModel = async (list: ImportList) => {
  const bytes = await sheetFile(modelSheet(list))
  download(new Blob([bytes]), `${MODEL_SUBJECTS[list]}.xlsx`)
}

interface ListChoiceProps {
  readonly list: ImportList
  readonly onChoose: (list: ImportList) => void
}

export function ListChoice({ list, onChoose }: ListChoiceProps) {
  return (
    <Stack gap="sm">
      <ChoiceChips
        id="lista-da-planilha"
        label="O que a planilha traz"
        required
        choices={CHOICES}
        value={IMPORT_LISTS.indexOf(list)}
        onChange={(id) => {
          const chosen = IMPORT_LISTS[id ?? -1]
          if (chosen !== undefined) onChoose(chosen)
        }}
      />
      <Text size="sm" c="dimmed">
        {LIST_WORDS[list].existing}
      </Text>
      <Group gap="md">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconDownload size={16} />}
          onClick={() => void saveModel(list)}
        >
          Baixar modelo
        </Button>
        <Anchor
          size="sm"
          className={line.link ?? ''}
          renderRoot={(props) => <Link to="/importar-renovacoes" {...props} />}
        >
          Apólices que vencem no mês: Importar renovações
        </Anchor>
      </Group>
    </Stack>
  )
}
