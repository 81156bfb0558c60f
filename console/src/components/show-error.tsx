import { notifications } from '@mantine/notifications';
import { ErrorAlert } from './states.tsx';

/** Shows the error of an action as a notification that stays until it is closed. */
export function showError(error: unknown): void {
  notifications.show({ message: <ErrorAlert error={error} />, autoClose: false, withBorder: true, color: 'red' });
}
