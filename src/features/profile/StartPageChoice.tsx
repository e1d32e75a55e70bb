/** 'Tela inicial': what Farol opens with. docs/rules.md#my-day */
import { Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { useStartPage } from '../../device/useStartPage.ts'
import { START_PAGES, startPageSchema } from '../../domain/session/start-page.ts'

const LABEL = 'Tela inicial'

export function StartPageChoice({ userId }: { readonly userId: number }) {
  const { value, save } = useStartPage(userId)
  return (
    <Paper component="section" withBorder p="lg" aria-label={LABEL}>
      <Stack gap="sm" align="flex-start">
        <Title order={2} size="h4">
          {LABEL}
        </Title>
        <Text c="dimmed" size="sm">
          O que o Farol mostra ao abrir. Vale também nos seus outros aparelhos.
        </Text>
        <SegmentedControl
          aria-label={LABEL}
          data={START_PAGES.map(({ path, label }) => ({ value: path, label }))}
          value={value?.path ?? '/'}
          disabled={value === undefined}
          onChange={(path) => {
            const chosen = startPageSchema.safeParse({ path }).data
            if (chosen !== undefined) save(chosen)
          }}
        />
      </Stack>
    </Paper>
  )
}
