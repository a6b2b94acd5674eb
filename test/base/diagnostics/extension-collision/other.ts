export interface Shape {
  radius: number;
}

export interface WidgetProgressNotification {
  method: "widgets/progress";
}
