"""What is around the window: one window a store, links, the tray, notifications, and the system's own menus."""
