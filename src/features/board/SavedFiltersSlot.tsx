/** Where 'Filtros salvos' stands: its button is there before the menu's code has come. */
import { lazyOpened } from '../../opening/lazy-after-paint.tsx'
import type { SavedFiltersProps } from './SavedFilters.tsx'
import { SavedFiltersButton } from './SavedFiltersButton.tsx'

export const SavedFiltersSlot = lazyOpened<SavedFiltersProps>(
  async () => (await import('./SavedFilters.tsx')).SavedFilters,
  ({ onEarlyClick }) => <SavedFiltersButton onClick={onEarlyClick} />,
)
