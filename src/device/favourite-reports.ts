/** The reports with a star, of one user on this device: docs/rules.md#menu */
import { useDeviceList } from './device-list.ts'

interface FavouriteReports {
  /** Their paths, in the order of the stars. */
  readonly favourites: readonly string[]
  readonly toggle: (path: string) => void
}

export function useFavouriteReports(userId: number): FavouriteReports {
  const [favourites, setFavourites] = useDeviceList(`farol_favourite_reports_${userId}`)
  return {
    favourites,
    toggle: (path) =>
      setFavourites(
        favourites.includes(path) ? favourites.filter((one) => one !== path) : [...favourites, path],
      ),
  }
}
