-- A device's fingerprint holds the network it was seen in from now on. Older ones match nothing any more, and beside them
-- everybody's next sign-in would look like a stranger's.
delete from identity.devices;
