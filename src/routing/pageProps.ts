export interface PageProps {
  /** True while the viewer is not known yet. The page then shows its head and 'Loading'. */
  isWaiting?: boolean;
}
